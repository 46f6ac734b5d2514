import { useState } from 'react'
import type { Paper } from '#domain/catalogue/paper.ts'
import { publicApi } from '#web/public-client.ts'

/** The count goes out even when the opened paper takes the page's place. */
const KEPT_ALIVE = { init: { keepalive: true } }

/** A paper's views as shown, and the function that counts one more: the number rises when the server has counted. */
export function useViewCount(paper: Pick<Paper, 'id' | 'views'>): [number, () => void] {
  const [counted, setCounted] = useState(0)
  async function countView() {
    try {
      const answer = await publicApi.papers[':id'].views.$post(
        { param: { id: paper.id }, query: {} },
        KEPT_ALIVE,
      )
      if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
      setCounted((await answer.json()).views)
    } catch (error) {
      console.warn('The view was not counted.', error)
    }
  }
  return [Math.max(paper.views, counted), () => void countView()]
}
