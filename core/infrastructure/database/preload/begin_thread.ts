export { beginThread } from '../embedded/engine_thread.ts';
