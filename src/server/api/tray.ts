import type { App } from '#domain/app.ts'
import { newApi } from './api.ts'

/** Files that wait for their fields. */
export function trayApi(_app: App) {
  return newApi()
}
