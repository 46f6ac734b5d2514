import { messagesOf } from '#domain/language/messages.ts'
import { pageContext } from '#web/context.ts'
import type { Route } from './+types/gone-file'
import { notFoundResponse } from './not-found-response.ts'

/** The server redirects here when an opened file has been deleted. */
export function loader({ context }: Route.LoaderArgs) {
  throw notFoundResponse(messagesOf(context.get(pageContext).language).missing_gone_file())
}

export default function GoneFile() {
  return null
}
