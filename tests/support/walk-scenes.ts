import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { inLanguage, type Language } from '#domain/language/languages.ts'
import { axeFaults, LOOKS } from './axe.ts'
import { gotoWithFonts, hydratePage } from './chromium.ts'
import { layoutFaults } from './layout-faults.ts'

/** Dark differs in colours alone: the widest shows it. */
const SIZES = [
  { width: 320, height: 640, colorScheme: 'light' },
  { width: 360, height: 740, colorScheme: 'light' },
  { width: 768, height: 1024, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
] as const
/** Where the first screen is promised to show a paper. */
const FIRST_SCREENS = [360, 1440]

export type Scene = {
  name: string
  path: string
  /** What the first screen shows whole: a paper, or the beginning of one. */
  first?: string
  /** Whose texts are on other pages too: once is enough. */
  once?: true
  /** What is opened or typed once the page is there. */
  act?(page: Page): Promise<void>
}

type Walk = {
  origin: string
  language?: Language
  withAxe: boolean
  /** Whether each page is loaded, and not come to within the app. */
  loads?: (scene: Scene) => boolean
}

/**
 * What does not fit on the pages, one after the other. One that is come to within the app, as by a link, spares a load, of
 * its letters too, and lets axe run as fast as it can; after a scene in which something was opened or typed, the next page
 * is loaded.
 */
export async function walkScenes(
  page: Page,
  scenes: Scene[],
  { origin, language = 'en', withAxe, loads }: Walk,
) {
  const faults: string[] = []
  let before: Scene | undefined
  // Those that open or type something last: so few pages come after one.
  for (const scene of scenes.toSorted((one, other) => Number(!!one.act) - Number(!!other.act))) {
    if (!before || before.act || loads?.(scene)) {
      await gotoWithFonts(page, origin + inLanguage(scene.path, language))
      await hydratePage(page)
    } else await goWithin(page, scene.path)
    const { pathname } = new URL(inLanguage(scene.path, language), origin)
    expect(new URL(page.url()).pathname).toBe(pathname)
    await page.locator('main h1').waitFor()
    // What a late answer will replace is pale.
    await page.locator('.skeleton, main [aria-busy="true"]').first().waitFor({ state: 'detached' })
    faults.push(...(await lookAt(page, scene, withAxe)))
    before = scene
  }
  return faults
}

/** Resolves when the page is there; its language is kept. */
async function goWithin(page: Page, path: string) {
  await page.evaluate(async (to) => {
    type Router = { navigate(to: string, options: { flushSync: boolean }): Promise<void> }
    const { __reactRouterDataRouter: router } = window as unknown as { __reactRouterDataRouter: Router }
    await router.navigate(to, { flushSync: true })
  }, path)
}

/** At every width; with axe, which takes as long as all the rest, in its two looks where that is asked for. */
export async function lookAt(page: Page, { name, first, act }: Scene, withAxe: boolean): Promise<string[]> {
  await act?.(page)
  const found: string[] = []
  for (const { width, height, colorScheme } of SIZES) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    const isAxes = LOOKS.some((look) => look.width === width && look.colorScheme === colorScheme)
    const faults = [...(await layoutFaults(page)), ...(withAxe && isAxes ? await axeFaults(page) : [])]
    found.push(...faults.map((fault) => `${name}, ${width} ${colorScheme}: ${fault}`))
    if (!first || !FIRST_SCREENS.includes(width)) continue
    const box = await page.locator(first).first().boundingBox()
    // Of a page of a paper, its upper half.
    const end = (box?.y ?? Infinity) + Math.min(box?.height ?? 0, height / 2)
    if (end > height) found.push(`${name}, ${width}: ${first} ends at ${end}`)
  }
  return found
}
