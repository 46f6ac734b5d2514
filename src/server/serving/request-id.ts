import { randomUUID } from 'node:crypto'

const [OWN_PART] = /^.{24}/.exec(randomUUID()) ?? []
let requests = 0

/** Unlike that of any other request; its first part is this process's own. Counted, because a random one takes four times as long. */
export function createRequestId(): string {
  requests += 1
  return OWN_PART + requests.toString(16).padStart(12, '0')
}
