// Public interface for other modules.
export { article } from './shapes/article.ts';
