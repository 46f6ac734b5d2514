import { vi } from 'vitest'
import type { TokenBrowser } from '#web/identity/token-browser.ts'

type StorageListener = (change: { key: string | null; value: string | null }) => void
export type FakeTab = TokenBrowser & {
  calls: { path: string; method: string; body: unknown }[]
  /** What the server does; a thrown error is a missing network. */
  answer: (path: string, signal: AbortSignal) => Response | Promise<Response>
  online: boolean
  phone: boolean
  comeBack(): void
}

/** Tabs of one browser: they share local storage, its events and the lock. Use with fake timers. */
export function openFakeBrowser() {
  const shared = new Map<string, string>()
  const listeners = new Map<FakeTab, Set<StorageListener>>()
  let locked = false

  function notifyOthers(from: FakeTab, key: string | null, value: string | null) {
    for (const [tab, callbacks] of listeners) {
      if (tab !== from) queueMicrotask(() => [...callbacks].map((callback) => callback({ key, value })))
    }
  }

  function openTab(): FakeTab {
    const returns = new Set<() => void>()
    const tab: FakeTab = {
      calls: [],
      answer: () => Response.error(),
      online: true,
      phone: false,
      local: {
        getItem: (key) => shared.get(key) ?? null,
        setItem(key, value) {
          shared.set(key, value)
          notifyOthers(tab, key, value)
        },
        removeItem(key) {
          if (shared.delete(key)) notifyOthers(tab, key, null)
        },
        clear() {
          shared.clear()
          notifyOthers(tab, null, null)
        },
      },
      session: fakeSessionStorage(),
      async fetch(path, { method = 'GET', body, signal }) {
        tab.calls.push({ path, method, body: body ? JSON.parse(String(body)) : undefined })
        return tab.answer(path, signal as AbortSignal)
      },
      monotonic: () => performance.now(),
      wall: () => Date.now(),
      after(milliseconds, callback) {
        const timer = setTimeout(callback, milliseconds)
        return () => clearTimeout(timer)
      },
      isOnline: () => tab.online,
      isPhone: () => tab.phone,
      onStorage(callback) {
        const callbacks = listeners.get(tab) ?? new Set()
        listeners.set(tab, callbacks.add(callback))
        return () => callbacks.delete(callback)
      },
      onReturn(callback) {
        returns.add(callback)
        return () => returns.delete(callback)
      },
      async exclusively(task) {
        if (locked) return false
        locked = true
        try {
          await task()
        } finally {
          locked = false
        }
        return true
      },
      comeBack() {
        for (const callback of [...returns]) callback()
      },
    }
    return tab
  }
  return { openTab, shared }
}

/** Lets promises settle without letting time pass. */
export function settle() {
  return vi.advanceTimersByTimeAsync(0)
}

function fakeSessionStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}
