import { useState } from 'react'
import type { Paper } from '#domain/paper/paper.ts'
import { countOneView } from './count-one.ts'

/** The number rises only when the server has counted. */
export function useViewCount(paper: Pick<Paper, 'id' | 'views'>): [number, () => void] {
  const [counted, setCounted] = useState(0)
  async function countView() {
    try {
      setCounted(await countOneView(paper.id))
    } catch (error) {
      console.warn('The view was not counted.', error)
    }
  }
  return [Math.max(paper.views, counted), () => void countView()]
}
