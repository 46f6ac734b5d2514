/** `refused` is a code, `field` the field or file, `sentence` is shown. */
export type Refusal = { refused: string; field: string; sentence: string }
