/** The code of a refusal after which a PDF may be asked to be taken without its scripts. Safe in the browser. */
export const REMOVABLE = 'active-content'
