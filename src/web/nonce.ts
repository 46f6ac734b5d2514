import { createContext } from 'react'

/** Known while the server renders, undefined in the browser: scripts must not learn it. */
export const NonceContext = createContext<string | undefined>(undefined)
