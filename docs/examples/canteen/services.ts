import { contributes } from 'lectern';
import { LunchCard } from './services/lunch_card.ts';
import { Meals } from './services/meals.ts';

declare module 'lectern' {
  interface Services {
    canteenConfig: { readonly secret?: string };
    meals: Meals;
  }
}

export default {
  lunchCard: contributes('gateways', LunchCard),
  meals: contributes('products', Meals),
};
