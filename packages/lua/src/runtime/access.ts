// Indexing and assignment to fields beyond what generated code does in place: metatables, strings,
// host values.

import { operandError, siteError } from '#lua/runtime/errors.ts';
import type { Site } from '#lua/runtime/errors.ts';
import { STEPS, meter, outOfSteps } from '#lua/runtime/meter.ts';
import { invoke, invokeFirst, isHostValue, metamethod } from '#lua/runtime/metamethod.ts';
import {
  LuaTable,
  getString,
  rawGet,
  rawSet,
  setNamed,
  setNumber,
  setString,
  tableFromList,
} from '#lua/runtime/table.ts';
import { HOP_STEPS } from '#lua/runtime/step-prices.ts';
import { first } from '#lua/runtime/value.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

const META_CHAIN_MAX = 100;

/** Going on to the table that a metatable names. */
function hop(): void {
  if ((meter[STEPS] = (meter[STEPS] ?? 0) - HOP_STEPS) < 0) outOfSteps();
}

function refuseIndex(value: LuaValue, site: Site): never {
  throw operandError(site, 'index', value, site.left);
}

/** A number reads like a series of itself: commands give either, as their arguments are. */
function numberField(value: LuaValue, key: LuaValue): LuaValue {
  if (typeof value !== 'number') return undefined;
  if (key === 'Value') return value;
  return key === 'Values' ? tableFromList([value]) : undefined;
}

/** `object[key]` */
export function index(object: LuaValue, key: LuaValue, site: Site): LuaValue {
  let target = object;
  for (let step = 0; step < META_CHAIN_MAX; step += 1) {
    let handler: LuaValue;
    if (target instanceof LuaTable) {
      const value = rawGet(target, key);
      if (value !== undefined || target.meta === null) return value;
      handler = getString(target.meta, '__index');
      if (handler === undefined) return undefined;
    } else {
      if (isHostValue(target)) return target.index(key);
      handler = metamethod(target, '__index');
      if (handler === undefined) return numberField(target, key) ?? refuseIndex(target, site);
    }
    if (typeof handler === 'function') return first(invoke(handler, [target, key]));
    hop();
    target = handler;
  }
  throw siteError(site, 'loop in gettable');
}

/**
 * `object[key]` in a script whose host has series: a number is one of itself alone there, so it has
 * itself at 1, and no number elsewhere.
 */
export function indexElement(object: LuaValue, key: LuaValue, site: Site): LuaValue {
  if (typeof object !== 'number' || typeof key !== 'number') return index(object, key, site);
  return key === 1 ? object : Number.NaN;
}

function checkKey(key: LuaValue, site: Site): void {
  if (key === undefined) throw siteError(site, 'table index is nil');
  if (typeof key === 'number' && Number.isNaN(key)) throw siteError(site, 'table index is NaN');
}

/** `object[key] = value`; `isName` tells that the key stands in the source text as a name. */
function assign(
  object: LuaValue,
  key: LuaValue,
  value: LuaValue,
  site: Site,
  isName: boolean,
): void {
  let target = object;
  for (let step = 0; step < META_CHAIN_MAX; step += 1) {
    let handler: LuaValue;
    if (target instanceof LuaTable) {
      const meta = target.meta;
      const isPlain = meta === null || rawGet(target, key) !== undefined;
      handler = isPlain ? undefined : getString(meta, '__newindex');
      if (handler === undefined) {
        checkKey(key, site);
        if (isName) setNamed(target, key as string, value);
        else rawSet(target, key, value);
        return;
      }
    } else {
      handler = metamethod(target, '__newindex');
      if (handler === undefined) refuseIndex(target, site);
    }
    if (typeof handler === 'function') {
      invokeFirst(handler, [target, key, value]);
      return;
    }
    hop();
    target = handler;
  }
  throw siteError(site, 'loop in settable');
}

/** Assigns to a key, by `__newindex` where the table has one. */
export function setIndex(object: LuaValue, key: LuaValue, value: LuaValue, site: Site): void {
  if (object instanceof LuaTable && object.meta === null) {
    if (typeof key === 'string') {
      setString(object, key, value);
      return;
    }
    if (typeof key === 'number' && !Number.isNaN(key)) {
      setNumber(object, key, value);
      return;
    }
  }
  assign(object, key, value, site, false);
}

/** Assigns to a name that stands in the source. */
export function setName(object: LuaValue, name: string, value: LuaValue, site: Site): void {
  assign(object, name, value, site, true);
}
