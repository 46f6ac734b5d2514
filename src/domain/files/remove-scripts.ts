/** A refusal after which a PDF may be sent again, to be taken without its scripts. Safe in the browser. */
export const REMOVABLE = 'active-content'
