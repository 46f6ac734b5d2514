/** What a chart counts, as texts name it. */
export type Unit = { one: string; many: string }
export const VIEWS: Unit = { one: 'view', many: 'views' }
export const TAPS: Unit = { one: 'tap', many: 'taps' }
export const VISITS: Unit = { one: 'visit', many: 'visits' }
