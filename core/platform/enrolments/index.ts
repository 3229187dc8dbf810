export { joinedResource } from './joined_resource.ts';
export type { CoverableGoods, CoverageProvider } from './services/coverages.ts';
export { Enrolments } from './services/enrolments.ts';
export { MembershipProduct } from './services/membership_product.ts';
export { enrolmentFields } from './shapes/enrolment.ts';
