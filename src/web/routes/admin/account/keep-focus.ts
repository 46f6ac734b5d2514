import { useEffect, useRef } from 'react'

/** The part of the page that was worked in last. */
let workedIn: HTMLElement | null = null

/**
 * When what had the focus goes away with a change, the part's heading takes it, so that keyboard and screen reader
 * stay where they were.
 */
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
  // Heard also from the part's dialogs, which stand elsewhere in the document.
  const onFocus = () => {
    workedIn = part.current
  }
  return { part, heading, onFocus }
}

/** For what opens something in its own place: takes the focus back when that is closed. */
export function useFocusBack(isOpen: boolean) {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}
