import { messagesOf } from '#domain/language/messages.ts'
import { pageContext } from '#web/context.ts'
import type { Route } from './+types/not-found'
import { notFoundResponse } from './not-found-response.ts'

export function loader({ context }: Route.LoaderArgs) {
  throw notFoundResponse(messagesOf(context.get(pageContext).language).missing_no_page())
}

export default function NotFound() {
  return null
}
