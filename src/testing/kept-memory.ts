import v8 from 'node:v8'
import vm from 'node:vm'

/** Twice: the first leaves what only weak references kept. */
export function collectGarbage(): void {
  v8.setFlagsFromString('--expose_gc')
  const gc = vm.runInNewContext('gc') as () => void
  gc()
  gc()
}

/** Bytes of the heap that are in use once nothing is left to be collected. */
export function heapInUse(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
