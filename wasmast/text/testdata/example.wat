(module
  (type (;0;) (func (param i32 f32) (result i32)))
  (type (;1;) (func))
  (import "env" "print" (func (;0;) (type 1)))
  (memory (;0;) 1)
  (global (;0;) (mut f64) f64.const 1.5)
  (export "main" (func 1))
  (func (;1;) (type 0) (param i32 f32) (result i32)
    (local i64 v128)
    loop (result i32)
      local.get 0
      if (type 1)
        br 1
      else
        call 0
      end
      local.get 0
      i32.load16_u offset=4
    end
    v128.const i32x4 0x00000000 0x00000001 0xffffffff 0x00000000
    f32x4.extract_lane 3
    drop
  )
  (data (;0;) (offset i32.const 8) "hello\0a")
  (@custom "name" (after code) "\00m")
)
