import v8 from 'node:v8'
import vm from 'node:vm'

/** Bytes of the heap that are in use once nothing is left to be collected. */
export function heapInUse(): number {
  v8.setFlagsFromString('--expose_gc')
  const gc = vm.runInNewContext('gc') as () => void
  // The first leaves what only weak references kept.
  gc()
  gc()
  return process.memoryUsage().heapUsed
}
