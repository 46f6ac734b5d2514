import { useEffect, useRef } from 'react'

let workedIn: HTMLElement | null = null

/** When the focused element is removed by a change, the section's heading takes the focus. */
export function useKeptFocus() {
  const part = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const { current: element } = part
    if (!element) return
    const changes = new MutationObserver(() => {
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (workedIn === element && isLost) heading.current?.focus()
    })
    changes.observe(element, { childList: true, subtree: true })
    return () => changes.disconnect()
  }, [])
  // Also bubbles from the section's dialogs, which are portals elsewhere in the document.
  const onFocus = () => {
    workedIn = part.current
  }
  return { part, heading, onFocus }
}

/** Returns the ref of an opener that takes the focus back when what it opened is closed. */
export function useFocusBack(isOpen: boolean) {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}
