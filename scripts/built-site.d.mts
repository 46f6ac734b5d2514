export const BUILD_STAMP: string
export function isBuilt(): boolean
export function buildIfChanged(node: string): boolean
export function compileMessagesIfChanged(node: string): boolean
