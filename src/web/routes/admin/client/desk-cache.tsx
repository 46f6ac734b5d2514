import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'

// What was read is shown in the same turn, with what else was set in it.
notifyManager.setScheduler(queueMicrotask)

/**
 * What the desk has read, for as long as one stays there: it goes with the page, so that nothing of it is left for who
 * signs in next. Calls are tried again by `callAdmin`, also without a line, and say so; the cache does neither.
 */
export function DeskCache({ children }: { children: React.ReactNode }) {
  const [cache] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            retry: false,
            networkMode: 'always',
            refetchOnWindowFocus: false,
            refetchOnReconnect: false,
          },
          mutations: { retry: false, networkMode: 'always' },
        },
      }),
  )
  return <QueryClientProvider client={cache}>{children}</QueryClientProvider>
}
