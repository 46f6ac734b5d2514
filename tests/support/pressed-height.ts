import type { Locator } from 'playwright-core'

/** How many pixels above and below its middle together press a part, of which less may be drawn. */
export async function pressedHeight(part: Locator): Promise<number> {
  await part.scrollIntoViewIfNeeded()
  return await part.evaluate((pressed) => {
    const { left, top, width, height } = pressed.getBoundingClientRect()
    const presses = (y: number) => pressed.contains(document.elementFromPoint(left + width / 2, y))
    const reach = (way: 1 | -1) => {
      let far = 0
      while (far < 100 && presses(top + height / 2 + way * (far + 0.5))) far += 0.5
      return far
    }
    return reach(1) + reach(-1)
  })
}
