/** Removes the headers that the router trusts: only its own build step may send them. */
export function withoutRouterHeaders(request: Request): Request {
  const names = [...request.headers.keys()].filter((name) => name.startsWith('x-react-router-'))
  if (names.length === 0) return request
  const headers = new Headers(request.headers)
  for (const name of names) headers.delete(name)
  return new Request(request, { headers })
}
