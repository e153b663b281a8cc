/** A link to another screen. The `Link` of react-router contains code for prefetching, which no screen needs. */
import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler } from 'react-router-dom'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string
  /** Is stored in the history of the browser with the new address. */
  state?: object
}

export function Link({ to, state, target, onClick, ...others }: LinkProps) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state, target })
  return (
    <a
      {...others}
      href={useHref(to)}
      target={target}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    />
  )
}
