export const BUILD_STAMP: string
export function buildIfChanged(node: string): boolean
export function compileMessagesIfChanged(node: string): boolean
