import { use } from 'lectern';
import type { Delivery, Offer, Order, Product, ProductRequest } from 'lectern/core';
import { failures } from '../failures.ts';

/** Meals: what they cost, and who has paid for some. */
export class Meals implements Product, Delivery {
  readonly targetType = 'meal';
  readonly #database = use('database');

  /** @throws failures.noSuchMeal */
  async offer({ targetId }: ProductRequest): Promise<Offer> {
    const meals = this.#database.table<{ id: string; title: string; price: string }>('canteen_meals');
    const meal = await meals.where('id', targetId).first('title', 'price');
    if (!meal) throw failures.noSuchMeal();
    return { title: meal.title, cover: null, price: Number(meal.price), maxRate: 100 };
  }

  async deliver({ sn, userId, targetId }: Order): Promise<void> {
    await this.#database.table('canteen_orders').insert({ order_sn: sn, user_id: userId, meal_id: targetId });
  }

  async takeBack({ sn }: Order): Promise<void> {
    await this.#database.table('canteen_orders').where('order_sn', sn).delete();
  }

  /** What a user has paid for, in the order of purchase. */
  async of(userId: string): Promise<{ title: string }[]> {
    const paid = this.#database.table('canteen_orders').where('user_id', userId);
    return paid.join('canteen_meals', 'canteen_meals.id', 'meal_id').orderBy('order_sn').select('title');
  }
}
