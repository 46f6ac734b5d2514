import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** The whole site on one page. */
export default [
  layout('routes/visitor/layout.tsx', [
    index('routes/visitor/home.tsx'),
    route('practice', 'routes/visitor/practice.tsx'),
    route('resources/:type/:grade', 'routes/visitor/resources.tsx'),
    route('login', 'routes/login.tsx'),
    route('admin', 'routes/admin/desk.tsx'),
    route('*', 'routes/visitor/not-found.tsx'),
  ]),
] satisfies RouteConfig
