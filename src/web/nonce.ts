import { createContext } from 'react'

/** Known while the server renders, empty in the browser, which hides it there: scripts must not learn it. */
export const NonceContext = createContext('')
