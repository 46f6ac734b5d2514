import { Link as RouterLink } from 'react-router'
import { inLanguage } from '#domain/language/languages.ts'
import { useLanguage } from './language/use-messages.ts'

type LinkProps = Omit<React.ComponentProps<'a'>, 'href'> & {
  /** A path from the root, with its query and fragment. */
  to: string
  preventScrollReset?: boolean
  reloadDocument?: boolean
}

/**
 * The router's link, and on the server what it renders: it looks through the routes for each link again, so that a
 * twentieth of a list's page went into its thirty links. Nothing is marked to be discovered: a browser knows all routes.
 */
export const Link: React.FC<LinkProps> = import.meta.env.SSR ? RenderedLink : KnownLink

function KnownLink(props: LinkProps) {
  return <RouterLink discover="none" {...props} />
}

function RenderedLink(props: LinkProps) {
  const { to, preventScrollReset: _, reloadDocument: __, ...rest } = props
  const language = useLanguage()
  return isPlain(to) ? <a {...rest} href={inLanguage(to, language)} /> : <KnownLink {...props} />
}

/** Whether the router would leave the address as it is. */
function isPlain(to: string) {
  return to.startsWith('/') && !to.includes('//') && !to.includes('/.')
}
