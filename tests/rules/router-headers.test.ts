import { expect, test } from 'vitest'
import { withoutRouterHeaders } from '#server/pages/router-headers.ts'

test('headers that only the router’s build may send are dropped; all else of the request stays', async () => {
  const request = new Request('http://localhost/practice?q=a', {
    method: 'POST',
    body: 'text',
    headers: { 'X-React-Router-SPA-Mode': 'yes', 'x-react-router-prerender-data': '[]', Accept: 'text/html' },
  })
  const passed = withoutRouterHeaders(request)
  expect([...passed.headers.keys()].filter((name) => name.startsWith('x-'))).toEqual([])
  expect([passed.method, passed.url, passed.headers.get('accept'), await passed.text()]).toEqual([
    'POST',
    'http://localhost/practice?q=a',
    'text/html',
    'text',
  ])
})
