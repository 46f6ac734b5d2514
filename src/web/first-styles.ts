import { createContext } from 'react'

/** The styles of a visitor's page, to come with it; empty on the desk, in development and in the browser. */
export const FirstStyles = createContext('')
