export { article } from './shapes/article.ts';
