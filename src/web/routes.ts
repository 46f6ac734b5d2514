import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { POLICIES } from '../domain/centre/texts/policies.ts'

/** What only machines read (sitemap, feed, pictures) is in src/server/seo/seo-routes.ts. */
export default [
  layout('routes/visitor/layout/layout.tsx', [
    index('routes/visitor/home/home.tsx'),
    route('about', 'routes/visitor/about/about.tsx'),
    route('why-us', 'routes/visitor/why-us/why-us.tsx'),
    route('pricing', 'routes/visitor/pricing/pricing.tsx'),
    route('practice', 'routes/visitor/lists/practice.tsx'),
    route('practice/mine', 'routes/visitor/sitting/mine.tsx'),
    route('resources/:type/:grade', 'routes/visitor/lists/resources.tsx'),
    route('resources/:type?', 'routes/visitor/lists/resources-start.tsx'),
    route('search', 'routes/visitor/search/search.tsx'),
    route('questions', 'routes/visitor/lists/questions.tsx'),
    route('questions/suggest', 'routes/visitor/lists/suggest.tsx'),
    route('questions/weightage', 'routes/visitor/lists/weightage.tsx'),
    route('list/:code', 'routes/visitor/shared-list.tsx'),
    route('worksheet/:code', 'routes/visitor/worksheet/worksheet.tsx'),
    route('contact', 'routes/visitor/contact/contact.tsx'),
    ...POLICIES.map((policy) => route(policy, 'routes/visitor/policies/policy.tsx', { id: policy })),
    route('licenses', 'routes/visitor/policies/licenses.tsx'),
    route('kept', 'routes/visitor/kept/kept.tsx'),
    route('papers/:id/sit', 'routes/visitor/sitting/sit.tsx'),
    route('papers/:id/:slug?', 'routes/visitor/paper/paper.tsx'),
    route('files/*', 'routes/visitor/gone-file.tsx'),
    route('login', 'routes/login.tsx'),
    route('handbook/:page?', 'routes/admin/handbook/handbook.tsx'),
    route('admin', 'routes/admin/layout.tsx', [
      index('routes/admin/desk.tsx'),
      route('upload', 'routes/admin/inbox/inbox-route.tsx'),
      route('papers/:id/questions', 'routes/admin/papers/questions.tsx'),
      route('photos', 'routes/admin/photos/photos.tsx'),
      route('answers', 'routes/admin/answers/answers.tsx'),
      route('activity', 'routes/admin/activity/activity.tsx'),
      route('site', 'routes/admin/site/site.tsx'),
      route('first-minutes', 'routes/admin/onboarding/onboarding.tsx'),
      route('journal', 'routes/admin/journal/journal.tsx'),
      route('account', 'routes/admin/account/account.tsx'),
    ]),
    route('*', 'routes/visitor/not-found.tsx'),
  ]),
] satisfies RouteConfig
