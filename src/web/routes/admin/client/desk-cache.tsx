import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'

// Renders query results together with other state set in the same task.
notifyManager.setScheduler(queueMicrotask)

/** Lives as long as the desk's page: nothing of it is left for the next user. `callAdmin` does all retries. */
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
