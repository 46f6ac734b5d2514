declare module 'virtual:subject-hues.css'
