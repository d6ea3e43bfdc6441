import { Fragment, isValidElement, type ReactNode } from 'react'

import type { Display } from '#ui/drawn.ts'
import { UnknownReason } from '#ui/amount.tsx'

type Component = (props: object) => ReactNode
type Drawn = { draw: (props: object, display: Display) => ReactNode }

const isDrawn = (type: unknown): type is Drawn =>
  (typeof type === 'object' || typeof type === 'function') && type !== null && 'draw' in type

const isMemo = (type: unknown): type is { type: Component } =>
  typeof type === 'object' && type !== null && 'type' in type && typeof type.type === 'function'

const SVG = 'http://www.w3.org/2000/svg'

/**
 * Appends what a React element stands for, without React: elements of HTML and SVG, components
 * without hooks, and those of `drawn()`. Event handlers are left out. Throws if a component has a
 * hook.
 */
export function append(parent: Element, node: ReactNode, display: Display): void {
  if (Array.isArray(node)) return node.forEach((one: ReactNode) => append(parent, one, display))
  if (typeof node === 'string' || typeof node === 'number') return parent.append(String(node))
  if (!isValidElement<Record<string, unknown>>(node)) return
  const { type, props }: { type: unknown; props: typeof node.props } = node
  const children = props['children'] as ReactNode
  if (isDrawn(type)) return append(parent, type.draw(props, display), display)
  if (isMemo(type)) return append(parent, type.type(props), display)
  if (typeof type === 'function') return append(parent, (type as Component)(props), display)
  if (type === Fragment) return append(parent, children, display)
  if (type === UnknownReason) {
    return append(parent, children, { ...display, unknownReason: props['value'] as string })
  }
  if (typeof type !== 'string') throw new TypeError('An element of this kind needs React')
  const isSvg = type === 'svg' || parent.namespaceURI === SVG
  const element = isSvg
    ? document.createElementNS(SVG, type as 'svg')
    : document.createElement(type)
  for (const [name, value] of Object.entries(props)) setProperty(element, name, value)
  // The focus would be lost when React draws its own.
  if (type === 'a' || type === 'button') element.tabIndex = -1
  append(element, children, display)
  parent.append(element)
}

function setProperty(element: HTMLElement | SVGElement, name: string, value: unknown): void {
  if (name === 'children' || name === 'tabIndex') return
  // The content policy forbids style attributes.
  if (name === 'style') return setStyle(element, value as Style)
  const attribute =
    name === 'className' ? 'class' : element instanceof SVGElement ? css(name) : name
  if (typeof value === 'string' || typeof value === 'number') {
    element.setAttribute(attribute, String(value))
  } else if (typeof value === 'boolean' && (value || /^(aria|data)-/.test(name))) {
    element.setAttribute(attribute, String(value))
  }
}

type Style = Readonly<Record<string, string | number | undefined>>

function setStyle({ style }: ElementCSSInlineStyle, values: Style = {}): void {
  for (const [name, value = ''] of Object.entries(values)) {
    const isLength = typeof value === 'number' && !name.startsWith('--')
    style.setProperty(css(name), isLength ? `${value}px` : String(value))
  }
}

/** `strokeWidth` as `stroke-width`; only `viewBox` is written in the same way in SVG. */
const css = (name: string): string =>
  name === 'viewBox' ? name : name.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)
