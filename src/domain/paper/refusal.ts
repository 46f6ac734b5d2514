/** Why something cannot be accepted: a code, which field or file it is, and a sentence that says so. */
export type Refusal = { refused: string; field: string; sentence: string }
