/** The names of the actions of staff on a credential, in their order. */
export const actionNames = {
  print: 'Imprimir',
  edit: 'Editar',
  terms: 'Vigencia',
  history: 'Historial de cambios',
  revoke: 'Anular credencial',
}
