/** The keys of buttons about one pilot, which work while a person types in a form. */

/** Neither browsers nor form fields use these keys. A button shows the key that it has. */
export const actionKeys = {
  credential: 'F2',
  next: 'F4',
  renew: 'F4',
  print: 'F8',
  search: 'F9',
  edit: 'F9',
  foreign: 'F8',
} as const
