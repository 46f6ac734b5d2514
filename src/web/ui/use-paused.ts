import { useSyncExternalStore } from 'react'
import { isPaused, watchPaused } from './motion.ts'

export function usePaused(): boolean {
  return useSyncExternalStore(watchPaused, isPaused, isMovingAtFirst)
}

function isMovingAtFirst() {
  return false
}
