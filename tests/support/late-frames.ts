import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession } from 'playwright-core'

/**
 * With `LATE_FRAMES_MS=500` what a browser renders comes up to 500 ms late, by chance, while its scripts run on: a test
 * that fails then measured what had not been rendered. Mostly it is a little late, to come between two measurements.
 * Without it, the browser as it is. Its GPU process is stopped by signals, which Windows has not.
 */
export async function withLateFrames(browser: Browser): Promise<Browser> {
  const most = Number(process.env.LATE_FRAMES_MS)
  if (most) void delayFrames(browser, await browser.newBrowserCDPSession(), most)
  return browser
}

async function delayFrames(browser: Browser, cdp: CDPSession, most: number) {
  try {
    const id = await idOfGpuProcess(cdp)
    while (browser.isConnected()) {
      process.kill(id, 'SIGSTOP')
      await pause(Math.random() ** 3 * most)
      process.kill(id, 'SIGCONT')
      await pause((Math.random() ** 3 * most) / 2)
    }
  } catch (fault) {
    // Only once it ended with its browser is there nothing to delay.
    if (browser.isConnected()) throw fault
  }
}

/** Of the one that puts frames together, without a GPU too; it comes after the browser. */
async function idOfGpuProcess(cdp: CDPSession): Promise<number> {
  for (;;) {
    const { processInfo } = await cdp.send('SystemInfo.getProcessInfo')
    const gpu = processInfo.find(({ type }) => type === 'GPU')
    if (gpu) return gpu.id
    await pause(20)
  }
}

function pause(ms: number) {
  return wait(ms, undefined, { ref: false })
}
