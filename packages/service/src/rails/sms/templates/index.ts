/** Every template, for those who list or confirm them. The lists by use are in all.ts. */
export { TEMPLATES } from './all.ts';
