import * as en from '#messages/en.js'
import * as hi from '#messages/hi.js'
import * as ta from '#messages/ta.js'
import { registerMessages } from './messages.ts'

/** For the server, which speaks every language. */
export function registerAllMessages(): void {
  registerMessages('en', en)
  registerMessages('ta', ta)
  registerMessages('hi', hi)
}
