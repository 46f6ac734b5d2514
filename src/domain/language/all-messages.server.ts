import * as en from '#messages/en.js'
import * as hi from '#messages/hi.js'
import * as ta from '#messages/ta.js'
import { knowMessages } from './messages.ts'

/** For the server, which speaks every language. */
export function knowAllMessages(): void {
  knowMessages('en', en)
  knowMessages('ta', ta)
  knowMessages('hi', hi)
}
