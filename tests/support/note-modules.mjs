import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

/** Loaded before a server: writes the address of each module that its main thread loads into LOADED_MODULES. */
if (isMainThread) {
  registerHooks({
    load(url, context, next) {
      appendFileSync(process.env.LOADED_MODULES, `${url}\n`)
      return next(url, context)
    },
  })
}
