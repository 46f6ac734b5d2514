import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

/** Makes the page React's; resolves when every part of it has its handlers. */
export function hydrate(): Promise<void> {
  return new Promise((resolve) => {
    startTransition(() => {
      hydrateRoot(
        document,
        <StrictMode>
          <HydratedRouter />
          <Hydrated onHydrated={resolve} />
        </StrictMode>,
      )
    })
  })
}

/** Stands last: its effect runs after those of the page. */
function Hydrated({ onHydrated }: { onHydrated: () => void }) {
  useEffect(onHydrated, [onHydrated])
  return null
}
